COIN = "#d9b56b"
INK = {"red": "#c8372d", "black": "#2b282d", "green": "#2f8a48", "blue": "#2a62b8"}
SEAT_INK = ("#8d5524", "#7a4fa3", "#1f7a7a", "#b0472f", "#556b2f", "#3d5a99")
from companion.core.drawing import disc
def coin(face): return (disc((50,50),46,COIN),)
def mouse(name): return (disc((50,50),46,INK[name]),)
