"""The path tracer (Mitsuba 3, an optional tool) behind a lens with distortion."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.tabletop_photos.shapes import Heap

_LLVM = ("libLLVM-19.so", "libLLVM-18.so", "libLLVM-17.so", "libLLVM-16.so")


def _mitsuba() -> Any:
    for name in _LLVM:
        path = Path("/usr/lib/x86_64-linux-gnu") / name
        if path.exists():
            os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(path))
    import mitsuba

    if mitsuba.variant() is None:
        mitsuba.set_variant("llvm_ad_rgb")
    return mitsuba


@dataclass(frozen=True)
class Camera:
    """Pose and lens in the OpenCV sense."""

    rvec: NDArray[np.float64]
    tvec: NDArray[np.float64]
    matrix: NDArray[np.float64]
    dist: NDArray[np.float64]
    size: tuple[int, int]

    def project(self, points: Any) -> NDArray[np.float64]:
        px, _ = cv2.projectPoints(np.asarray(points, np.float64).reshape(-1, 1, 3), self.rvec, self.tvec, self.matrix, self.dist)
        return np.asarray(px).reshape(-1, 2)

    @property
    def centre(self) -> NDArray[np.float64]:
        rotation, _ = cv2.Rodrigues(self.rvec)
        return np.asarray(-rotation.T @ self.tvec.reshape(3))


@dataclass(frozen=True)
class Shot:
    """Linear light, the surface's own colour, and their ratio is what the lamps add."""

    light: NDArray[np.float32]
    albedo: NDArray[np.float32]


def _mesh(mi: Any, name: str, heap: Heap, bsdf: Any, uvs: NDArray[np.float64]) -> Any:
    points, faces, normals, _, _ = heap.arrays()
    props = mi.Properties()
    props["bsdf"] = bsdf
    mesh = mi.Mesh(name, len(points), len(faces), has_vertex_normals=True, has_vertex_texcoords=True, props=props)
    params = mi.traverse(mesh)
    params["vertex_positions"] = points.astype(np.float32).ravel()
    params["vertex_normals"] = normals.astype(np.float32).ravel()
    params["vertex_texcoords"] = uvs.astype(np.float32).ravel()
    params["faces"] = faces.astype(np.uint32).ravel()
    params.update()
    return mesh


def _palette(colours: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """A little picture of all colours, and each corner's place on it."""
    found, which = np.unique(np.round(colours, 4), axis=0, return_inverse=True)
    picture = np.zeros((64, 64, 3), np.float32)
    picture.reshape(-1, 3)[: len(found)] = np.clip(0.02 + 0.8 * found, 0.012, 0.85)
    which = np.asarray(which).ravel()
    return picture, np.stack([(which % 64 + 0.5) / 64, (which // 64 + 0.5) / 64], axis=1)


def _coat(reflectance: dict[str, Any], roughness: float | None) -> dict[str, Any]:
    """Paint under a clear coat of that roughness; bare where None."""
    if roughness is None:
        return {"type": "twosided", "inner": {"type": "diffuse", "reflectance": reflectance}}
    inner = {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": roughness,
        "int_ior": 1.49,
        "diffuse_reflectance": reflectance,
    }
    return {"type": "twosided", "inner": inner}


def _texture(mi: Any, picture: NDArray[np.float32], nearest: bool = False) -> dict[str, Any]:
    sharp = "nearest" if nearest else "bilinear"
    bitmap = mi.Bitmap(np.ascontiguousarray(picture, np.float32))
    return {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "mirror", "filter_type": sharp}


class Tracer:
    """Keeps the materials of one recording; `shoot` traces one moment."""

    def __init__(self, sheet: NDArray[np.float32], table: NDArray[np.float32], gloss: dict[str, float | None]) -> None:
        self.mi = mi = _mitsuba()
        self._printed = {
            "prints": mi.load_dict(_coat(_texture(mi, sheet), gloss["prints"])),
            "table": mi.load_dict(_coat(_texture(mi, table), gloss["table"])),
        }
        self._gloss: dict[str, float | None] = {"solids": gloss["solids"], "matte": None, "hand": 0.45}

    def _scene(self, heaps: dict[str, Heap], lights: list[dict[str, Any]]) -> Any:
        mi = self.mi
        things: dict[str, Any] = {"type": "scene"}
        for n, light in enumerate(lights):
            things[f"light{n}"] = light
        for name, heap in heaps.items():
            if heap.count and name in self._printed:
                things[name] = _mesh(mi, name, heap, self._printed[name], np.concatenate(heap.uvs))
            elif heap.count:
                picture, uvs = _palette(np.concatenate(heap.colours))
                bsdf = mi.load_dict(_coat(_texture(mi, picture, True), self._gloss[name]))
                things[name] = _mesh(mi, name, heap, bsdf, uvs)
        return mi.load_dict(things)

    def shoot(self, heaps: dict[str, Heap], lights: list[dict[str, Any]], camera: Camera, samples: int, seed: int) -> Shot:
        """Light and colour of the surface for every pixel."""
        import drjit as dr

        mi, (width, height) = self.mi, camera.size
        scene = self._scene(heaps, lights)
        integrator = mi.load_dict({"type": "path", "max_depth": 5, "rr_depth": 4})
        y, x = np.mgrid[:height, :width].astype(np.float64)
        grid = np.stack([x.ravel(), y.ravel()], axis=1)
        flat = cv2.undistortPoints(grid.reshape(-1, 1, 2), camera.matrix, camera.dist).reshape(-1, 2)
        rotation, _ = cv2.Rodrigues(camera.rvec)
        at, focal = camera.centre, float(camera.matrix[0, 0])
        light = np.zeros((height * width, 3), np.float64)
        colour, normal = np.zeros_like(light), np.zeros_like(light)
        base = mi.Point2f(np.ascontiguousarray(flat.T.astype(np.float32)))
        # Opaque, or every picture's numbers are baked into a kernel of its own, which takes longer to compile than to run.
        turn = [[dr.opaque(mi.Float, float(value)) for value in row] for row in rotation]
        origin = mi.Point3f(*(dr.opaque(mi.Float, float(value)) for value in at))
        spread = dr.opaque(mi.Float, 1 / focal)
        for n in range(samples):
            sampler = mi.load_dict({"type": "independent"})
            sampler.seed(dr.opaque(mi.UInt32, seed * 1009 + n), height * width)
            jitter = (sampler.next_2d() - 0.5) * spread
            u, v = base.x + jitter.x, base.y + jitter.y
            way = mi.Vector3f(*(turn[0][k] * u + turn[1][k] * v + turn[2][k] for k in range(3)))
            ray = mi.RayDifferential3f(o=origin, d=dr.normalize(way))
            found, _, _ = integrator.sample(scene, sampler, ray)
            light += np.minimum(np.array(found).T, 60.0)
            if n < 2:
                hit = scene.ray_intersect(ray)
                paint = hit.bsdf(ray).eval_diffuse_reflectance(hit)
                colour += np.nan_to_num(np.array(paint).T) / 2
                normal += np.array(hit.sh_frame.n).T / 2
        shape = (height, width, 3)
        parts = [a.reshape(shape).astype(np.float32) for a in (light / samples, np.clip(colour, 0, 1), normal)]
        return Shot(_denoised(*parts), parts[1])


def _denoised(light: NDArray[np.float32], albedo: NDArray[np.float32], normal: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intel's denoiser where its wheel (pyoidn) is installed; a camera's own noise comes later."""
    light = np.ascontiguousarray(light)
    try:
        from pyoidn import denoise
    except ImportError:
        return light
    result = denoise(
        light, albedo=np.ascontiguousarray(albedo), normal=np.ascontiguousarray(normal), hdr=True, quality="balanced"
    )
    return np.asarray(result[0] if isinstance(result, tuple) else result, np.float32)
