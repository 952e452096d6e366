"""From a state and a reading to a finding.  Pure: time is what the caller says has passed."""

from __future__ import annotations

from math import inf, log
from typing import Any, Generic, TypeVar

from companion.core.finding import Choice, Finding, Irregular, Question, Settled, Unclear, Waiting
from companion.core.game import Game
from companion.core.grid import Place, place_order
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.core.scene import ABSENT, Scene
from companion.referee.accounts import Accounts
from companion.referee.answers import MOST_CHOICES, PUT_BACK, Answers, each_once, fork_of, what_happened
from companion.referee.case import Case, build_case, doubting, holes_in_grid, widened
from companion.referee.chains import Chain
from companion.referee.changes import change
from companion.referee.done import CERTAIN, MOST_WAYS, done_misread, done_too_early, doubtful_acts, traceless
from companion.referee.doubts import (
    comes_back,
    could_go_on,
    in_hands,
    lies_half_done,
    may_become_lawful,
    rests_on_unseen,
    solid_part,
    stirred_part,
    together,
    was_put_back,
    weak_evidence,
)
from companion.referee.explain import place_names
from companion.referee.kept import MOST_KEPT, Judged, Told, Weighed, all_same, same_look
from companion.referee.left_open import left_open
from companion.referee.plain import is_plain, plainest
from companion.referee.scoring import UNSURE_CAP, Evidence
from companion.referee.settings import Settings
from companion.referee.tree import Tree
from companion.referee.trips import runs_in_a_circle
from companion.referee.worth import may_explain
from companion.referee.wrongs import Wrong

S = TypeVar("S")
SAME = 1e-6
"""Two scenes that fit a reading this nearly equally (nats) look the same."""

MOST_TURNS_BEFORE_A_SLIP = 1
"""When more turns than that went by unseen, too much may have happened for an accusation."""

VERY_LONG = 2.0
"""So many long waits a tile may be in somebody's hand before its empty place may be a broken rule."""

STIRRED = 3.0
"""So much (nats) speaks against "nothing happened" where a hand changed the pixels: one in twenty leaves all as it was."""

RIGHTED = 2.0
"""So much (nats) speaks for "nothing was done besides" where something was put right."""

MOST_FORCED = 4


class Referee(Generic[S]):
    """Judges what lies on the table; remembers nothing from one reading to the next."""

    def __init__(self, game: Game[S, Any], settings: Settings | None = None) -> None:
        self.game = game
        self.settings = settings or Settings()
        self.hypotheses = 0
        """How many explanations were considered for the latest reading, for those who measure."""
        self._rested = self._very_long = False
        self._between: tuple[Reading, ...] = ()
        self._tree: Tree[S] = Tree(game)
        self._accounts: Accounts[S] = Accounts(game, self.settings, self._tree)
        self._latest: tuple[Weighed[S], ...] = ()
        self._judged: tuple[Judged[S], ...] = ()
        self._told = Told()

    def judge(
        self, state: S, reading: Reading, waited_s: float, done: bool = False, between: tuple[Reading, ...] = ()
    ) -> Finding:
        """What happened since `state` was at rest, if that can be told.

        `waited_s` is for how long the table has looked the same with no hand near; `done`: somebody pressed Done.  `between`
        are looks since `state` that were at rest for a moment, oldest first.
        """
        if reading.hand and not self.settings.judge_with_hand:
            return Waiting("A hand is over the table.", tuple(sorted(reading.hidden, key=place_order)))
        stage = self._stage(waited_s, done)
        for kept in self._judged:
            same = kept.state is state and kept.stage == stage and all_same(kept.between, between)
            if same and same_look(kept.reading, reading):
                return kept.finding
        finding = self._judge(state, reading, waited_s, done, between)
        self._judged = (Judged(state, reading, between, stage, finding), *self._judged[: MOST_KEPT - 1])
        return finding

    def may_explain(self, state: S, reading: Reading, least: float) -> bool:
        """Whether lawful play from that state may explain a reading so well that an account is likely by `least` (nats)."""
        return may_explain(self.game, self.settings, self._tree, state, reading, least)

    def _stage(self, waited_s: float, done: bool) -> tuple[bool, ...]:
        """Which patience has run out."""
        patience = self.settings.patience
        waits = (min(patience.rest_s, patience.patience_s), patience.patience_s, patience.long_patience_s,
                 VERY_LONG * patience.long_patience_s)
        return (done, *(waited_s >= wait for wait in waits))

    def _judge(self, state: S, reading: Reading, waited_s: float, done: bool, between: tuple[Reading, ...]) -> Finding:
        patience = self.settings.patience
        self._between = between
        accounts = self._accounts.after(state, between) if between else ()
        case = self._case(state, reading, accounts)
        if not self._differs(case):
            return self._quiet(case, done, waited_s >= patience.patience_s)
        if waited_s < min(patience.rest_s, patience.patience_s) and not done:
            return Waiting("Something changed; waiting until the table has come to rest.", case.places)
        self._rested = done or waited_s >= patience.patience_s
        self._very_long = waited_s >= VERY_LONG * patience.long_patience_s
        long = done or waited_s >= patience.long_patience_s
        holes = () if self._meant(case) else case.holes
        if holes and long:
            accused = self._emptied(case, done or self._very_long)
            if accused is not None:
                return accused
        if holes and (not long or holes_in_grid(holes)):
            return self._off_the_table(case, holes, done)
        if holes:
            # An own tile that somebody keeps in the hand must not hold up the game: judge without it.
            case = self._case(state, reading, accounts, frozenset(holes))
            if not self._differs(case):
                return self._quiet(case, done, True)
        return self._weigh(case, long, done)

    def _case(
        self, state: S, reading: Reading, accounts: tuple[Chain[S], ...], ignored: frozenset[Place] = frozenset()
    ) -> Case[S]:
        """Everything considered for that reading; the same look of the table is weighed once, however long it lies."""
        for kept in self._latest:
            same = kept.state is state and kept.accounts is accounts and kept.ignored == ignored
            if same and same_look(kept.reading, reading):
                return kept.case
        between = self._between if accounts else ()
        case = build_case(self.game, self.settings, state, reading, ignored, accounts, self._tree, between)
        self._latest = (Weighed(state, reading, accounts, ignored, case), *self._latest[: MOST_KEPT - 1])
        self.hypotheses = len(case.chains) + len(case.wrongs)
        return case

    def _meant(self, case: Case[S]) -> bool:
        """Whether lawful play that people rest in takes away whatever is off the table."""
        best = case.chains[0]
        taken = all(best.scene.tile(place) == ABSENT for place in case.holes)
        return bool(best.tokens) and taken and self.game.at_rest(best.state)

    def _off_the_table(self, case: Case[S], holes: tuple[Place, ...], done: bool) -> Waiting | Unclear:
        """A tile is in somebody's hand; whoever says that it stays there is asked what was done, if there is an answer."""
        asked = self._puzzled(case, True, True) if done else None
        if isinstance(asked, Unclear) and any(choice.tells for choice in asked.question.choices):
            return asked
        return Waiting(f"The tile of {place_names(self.game.layout, holes)} is off the table.", holes)

    def _emptied(self, case: Case[S], late: bool) -> Irregular | Unclear | None:
        """Places that stay empty may be a broken rule themselves, if one explains them all and nothing innocent does.

        Unless it is `late`, something else must tell of it too: a tile may still be in somebody's hand.  Where it is late and the
        rest of it is not plain to see, people are asked.
        """
        wrong = self._plainest(case, frozenset(case.holes))
        if wrong is None:
            return None
        if not late and set(change(wrong.chain.scene, wrong.slip.scene).places) <= set(case.holes):
            return None
        # Nobody leaves a card in the hand for so long: only lawful states that people rest in speak against it.
        rested = max(chain.log_p - self._stirred(case, chain, wrong) for chain in case.chains
                     if not chain.tokens or self.game.at_rest(chain.state))
        margin = wrong.log_p - max(rested, case.unexplained)
        finding = self._accuse(case, wrong, margin, True, True)
        if isinstance(finding, Unclear):
            return finding if late and margin >= self.settings.margins.accuse else None
        return finding if isinstance(finding, Irregular) else None

    # Nothing differs -------------------------------------------------------------------------------------------
    def _differs(self, case: Case[S]) -> bool:
        return bool(case.differing) or case.chains[0].log_p > case.root.log_p

    def _quiet(self, case: Case[S], done: bool, rested: bool) -> Finding:
        """The table looks as it should: settle what the rules force without a trace, else nothing happened."""
        forced = self._forced(case.root) if rested or done else case.root
        if forced.tokens:
            return Settled(forced.tokens, CERTAIN, case.considered)
        if done:
            spoken = self._done_unseen(case) or done_misread(self.game, self.settings, case) or done_too_early(self.game, case)
            return spoken or Settled((), CERTAIN, case.considered)
        # Small doubts at many places must not keep quiet people waiting: only explanations of something count as rivals.
        return Settled((), CERTAIN, case.considered)

    def _forced(self, chain: Chain[S]) -> Chain[S]:
        """The chain with the turns ended that nobody can do anything more in: actions that are the only legal ones and leave
        no trace.  A pass in the middle of a turn waits for what follows it."""
        ended, turn = chain, -1
        for number in range(MOST_FORCED):
            actions = self.game.actions(chain.state) if self.game.actor(chain.state) is not None else ()
            if len(actions) != 1:
                break
            state = self.game.play(chain.state, actions[0])
            if self.game.scene(state) != chain.scene:
                break
            turn = turn if number else self._turn(chain.state)
            tokens = (*chain.tokens, self.game.write(actions[0]))
            chain = Chain(tokens, state, chain.scene, chain.prior, chain.fit, chain.turns, chain)
            if self._turn(state) != turn or self.game.actor(state) is None:
                ended, turn = chain, self._turn(state)
        return ended

    def _turn(self, state: S) -> int:
        return self._tree.node(state).turn

    def _done_unseen(self, case: Case[S]) -> Settled | Unclear | None:
        """Somebody says "done" and the table looks as before: a lawful act may have left no trace, such as a round trip."""
        seen = [chain for chain in case.chains if len(chain.tokens) == 1 and chain.fit >= case.root.fit - SAME
                and self.game.at_rest(chain.state)]
        # What the eye does not ask for, such as a step within one cell, leaves no trace either; and a die that may as well show
        # another number shows that one no less than the same again.
        unseen = [*seen, *traceless(self.game, case.root)]
        told = [*unseen, *doubtful_acts(self.game, self.settings, case)] if unseen else []
        alike = list({chain.tokens: chain for chain in reversed(told)}.values())[::-1]
        if len(alike) > 1:
            return self._ask(case, alike)
        return Settled(alike[0].tokens, CERTAIN, case.considered) if alike else None

    # Something differs -----------------------------------------------------------------------------------------
    def _weigh(self, case: Case[S], long: bool, done: bool) -> Finding:
        finding = self._weighed(case, long, done)
        better = self._doubting(case) if long and isinstance(finding, Waiting | Unclear) else case
        if better is not case:
            case, again = better, self._weighed(better, long, done)
            # Nobody is accused because the eye may be wrong.
            finding = self._puzzled(case, long, done) if _blames(again) else again
        if long and isinstance(finding, Waiting | Unclear) and self._nothing_fits(case):
            # Before table and record are held not to fit together any more, too: then at least people are asked.
            wider = self._widened(case)
            return finding if wider is case else self._puzzled(wider, long, done)
        if _blames(finding):
            # Before that lawful play is looked for once more, with acts that left no trace of their own.
            wider = self._widened(case)
            if wider is not case:
                again = self._weighed(wider, long, done)
                if not isinstance(again, type(finding)) or _taken_up(again) != _taken_up(finding):
                    return self._puzzled(wider, long, done)
        return finding

    def _nothing_fits(self, case: Case[S]) -> bool:
        """Whether something plainly differs of which no lawful account explains anything."""
        gains = any(chain.tokens and chain.fit > case.root.fit for chain in case.chains)
        return not gains and bool(self._left_over(case, case.scene, self.settings.margins.misfit))

    def _doubting(self, case: Case[S]) -> Case[S]:
        """The case with lawful play that the search passed over because the eye is sure of something else, where neither the
        likeliest nor a broken rule explains what is plain: an eye that looks so often is now and then sure and wrong."""
        scenes = (case.chains[0].scene, *(wrong.scene for wrong in case.wrongs[:1]))
        if not all(self._left_over(case, scene, self.settings.margins.misfit) for scene in scenes):
            return case
        between = self._between
        accounts = self._accounts.after(case.root.state, between) if between else ()
        return self._told.once(
            case, "doubting", lambda: doubting(self.game, self.settings, case, accounts, self._tree, between))

    def _widened(self, case: Case[S]) -> Case[S]:
        """The case with what a wider search finds besides, which is made once for a look, however long it lies."""
        return self._told.once(case, "wider", lambda: widened(self.game, self.settings, case, self._tree))

    def _plainest(self, case: Case[S], empty: frozenset[Place] = frozenset()) -> Wrong[S] | None:
        return self._told.once(case, empty, lambda: plainest(case, self.settings, empty))

    def _answers(self, case: Case[S]) -> Answers[S]:
        return self._told.once(case, "answers", lambda: Answers(self.game, self.settings, case))

    def _weighed(self, case: Case[S], long: bool, done: bool) -> Finding:
        legal, wrong = case.chains[0], self._plainest(case)
        lawful = max(legal.log_p, self._misread(case, legal)) - self._stirred(case, legal, wrong)
        innocent = max(lawful, case.unexplained)
        # Where both begin with the same lawful act, that act is taken up, and what is left is judged from there.
        begun = bool(legal.tokens) and wrong is not None and wrong.chain.tokens == legal.tokens
        faint = wrong is not None and wrong.log_p - innocent < self.settings.margins.accuse
        if wrong is not None and wrong.log_p > innocent and not (begun and faint):
            return self._accuse(case, wrong, wrong.log_p - innocent, long, done)
        least = self.settings.margins.misread if legal.tokens else self.settings.margins.misfit
        if case.unexplained > legal.log_p or self._left_over(case, legal.scene, least):
            return self._puzzled(case, long, done)
        return self._settle(case, legal, wrong, long, done)

    def _misread(self, case: Case[S], legal: Chain[S]) -> float:
        """How likely it is that all was lawful and one tile was misread: an eye that looks at many errs about some."""
        left = case.left_over(legal.scene, self.settings.margins.doubt)
        if len(left) != 1 or left[0].kind is not None:
            return legal.log_p
        touched, tiles = case.evidence.reading.touched, case.evidence.tiles
        # Where lawful play explains what stirred nothing speaks for that place: it may have been any other.
        explained = case.evidence.reading.settled.union(change(case.scene, legal.scene).places)
        anywhere = touched is None or left[0].place in explained
        chances = log(max(1, sum(anywhere or (touched is not None and place in touched) for place in tiles)))
        if touched is not None and legal.scene.tile(left[0].place) != case.scene.tile(left[0].place):
            # Lawful play has put that very tile down: no more speaks for its being misread than of a piece put down just now.
            chances = min(chances, self.settings.margins.landed)
        return legal.log_p + chances

    def _stirred(self, case: Case[S], legal: Chain[S], wrong: Wrong[S] | None) -> float:
        """What "nothing happened" loses where the pixels of all that looks otherwise have changed: something did stir there."""
        reading = case.evidence.reading
        if legal.tokens or not reading.look or reading.touched is None:
            return 0.0
        if wrong is not None and was_put_back(case, wrong.scene, self._seen_before(), self.settings):
            return 0.0
        # Where something was just put down lawfully that is what stirred, and the eye may have misread how it lies.
        return STIRRED if all(item.place in reading.touched - reading.settled for item in case.differing) else 0.0

    def _seen_before(self) -> list[Evidence]:
        """The looks in between, ready for questions."""
        return [self._tree.evidence(look) for look in self._between]

    def _left_over(self, case: Case[S], scene: Scene, least: float) -> tuple[Place, ...]:
        left = case.left_over(scene, least)
        return tuple(item.place for item in left if case.evidence.trusted(item.place, item.kind))

    def _settle(self, case: Case[S], best: Chain[S], wrong: Wrong[S] | None, long: bool, done: bool) -> Finding:
        whole, best = best, stirred_part(case, best, self.settings)
        rivals = self._rivals(case, best)
        if best is not whole:
            # What speaks for the act that is left out speaks for none that ends with it.
            rivals = [chain for chain in rivals if stirred_part(case, chain, self.settings) is chain]
        margins = self.settings.margins
        against = self._against(case, best, wrong)
        # What came to light with the last act need not be waited for or asked about: what comes next will tell, if it matters.
        best, rivals = left_open(self.game, best, rivals, margins.settle)
        margin = best.log_p - max([chain.log_p for chain in rivals] + [case.unexplained] + against)
        # What looks the same must be asked; between looks the eye may decide, after a while: going by all of them together.
        crowd = together(case, best, rivals, margins.window)
        late = (margins.settle_late if long else margins.settle) + crowd
        close = [chain for chain in rivals
                 if chain.log_p > best.log_p - (margins.settle if chain.scene == best.scene else late)]
        # What goes on from another act is judged after that one; whoever says that nothing happened is not asked again.
        acts = [chain for chain in close if chain.tokens]
        alike = [chain for chain in close if not any(chain is not other and chain.extends(other) for other in acts)]
        if alike:
            same = all(chain.scene == best.scene for chain in alike) and not lies_half_done(case, best.scene, margins.doubt)
            return self._ask(case, [best, *alike]) if same or long else self._not_yet(case)
        if not long and (margin < margins.settle + crowd or comes_back(best, case.scene)):
            return self._not_yet(case)
        if margin < self.settings.margins.follows and not long and best.tokens and self._mid_turn(case, best):
            # Whatever is done next in this turn will tell.
            return self._not_yet(case)
        # Between looks the eye may decide after a while, but not between lawful play and a broken rule; nor that nothing stirred.
        accused = best.tokens and any(best.log_p - other < margins.settle for other in against)
        elsewhere = max([chain.log_p for chain in rivals if chain.scene != best.scene] + against, default=case.unexplained)
        stirred = self._stirred(case, best, wrong)
        doubted = margin < margins.settle / 2 or (stirred and best.log_p - stirred - elsewhere < margins.settle / 2)
        if accused or doubted or rests_on_unseen(self.game, case, best, self.settings):
            return self._puzzled(case, long, done)
        if not best.tokens:
            return (self._done_unseen(case) if done else None) or Settled((), margin, case.considered)
        traces = change(case.scene, best.scene)
        solid = best if done else solid_part(self.game, best)
        if solid is not best:
            return self._thin(case, best, solid, margin, long)
        if not long and could_go_on(self.game, best):
            return Waiting("The act may not be finished yet.", traces.places)
        return Settled(self._forced(best).tokens, margin, case.considered)

    def _mid_turn(self, case: Case[S], best: Chain[S]) -> bool:
        """Whether the turn in which the last act was done goes on after it, so that more will soon be seen of it."""
        before = case.root if best.parent is None else best.parent
        return self.game.actor(best.state) is not None and self._turn(best.state) == self._turn(before.state)

    def _thin(self, case: Case[S], best: Chain[S], solid: Chain[S], margin: float, long: bool) -> Finding:
        """Of some turn only own tiles tell: take up what comes before it, then ask."""
        if solid.tokens:
            return Settled(solid.tokens, margin, case.considered)
        if not long:
            return self._not_yet(case)
        thin = change(case.scene, best.scene).only_at(in_hands(self.game, best.state))
        # Where somebody has played on plainly, the others saw that turn end.
        return self._ask_thin(case, best) if thin else Settled(best.tokens, margin, case.considered)

    def _rivals(self, case: Case[S], best: Chain[S]) -> list[Chain[S]]:
        """Legal explanations with another outcome; what merely goes on from the best one is no rival."""
        others = (chain for chain in case.chains[1:] if chain.state != best.state and not chain.extends(best))
        rivals = [chain for chain in others if not runs_in_a_circle(chain, best)]
        # What lay there on the way of the best one was no mistake that was put right.
        way = [step.scene for step in best.steps()][:-1]
        if best.tokens and was_put_back(case, best.scene, self._seen_before(), self.settings, way):
            # What was put right is put right: that something lawful was done besides is the less likely.
            rivals = [chain if chain.tokens else chain._replace(history=chain.history + RIGHTED) for chain in rivals]
        trips = case.unseen_trips(best)
        if trips:
            # What was put down and taken up again unseen needs telling, as an act that leaves no trace does.
            untold = -trips * self.settings.priors.untold
            rivals = [chain if case.unseen_trips(chain) else chain._replace(history=chain.history + untold) for chain in rivals]
        return rivals

    def _against(self, case: Case[S], best: Chain[S], wrong: Wrong[S] | None) -> list[float]:
        """What the likeliest broken rule says against the best lawful explanation."""
        if wrong is None or (best.tokens and wrong.chain.extends(best)):
            return []
        # Where something was put right it is the less likely that something else is amiss.
        righted = not best.tokens and was_put_back(case, wrong.scene, self._seen_before(), self.settings)
        return [wrong.log_p - RIGHTED] if righted else [wrong.log_p]

    def _accuse(self, case: Case[S], wrong: Wrong[S], margin: float, long: bool, done: bool) -> Finding:
        """Never on weak evidence: clear lead, nothing left over, and the places that tell it were seen."""
        edit = change(wrong.chain.scene, wrong.slip.scene)
        doubted = [subject for subject in edit.subjects if not case.evidence.trusted(*subject)]
        # Only the drawing below a piece may be in doubt; whatever such places say is taken off the lead.
        seen = all(kind is None and case.evidence.drawing_only(place) for place, kind in doubted)
        margin -= UNSURE_CAP * len(doubted)
        # Something lawful may lie under whatever covers a cell.
        late = wrong.chain.turns > MOST_TURNS_BEFORE_A_SLIP or bool(case.covered)
        seen = seen and is_plain(case, wrong, self.settings)
        weak = self._told.once(case, "weak", lambda: weak_evidence(self.game, case, self.settings))
        least = self.settings.margins.accuse + weak
        if late or not seen or margin < least + self._astray(case, wrong):
            return self._puzzled(case, long, done)
        if wrong.chain.tokens:
            return self._begin(case, wrong, margin, long, done)
        if not long and not (self._rested and edit.looks and not may_become_lawful(self.game, case, wrong)):
            return Waiting("The act may not be finished yet.", edit.places)
        ruling = Ruling(wrong.slip.action, wrong.slip.violations, wrong.slip.remedy)
        return Irregular(ruling, wrong.slip.violations[0].places or edit.places, margin, case.considered)

    def _astray(self, case: Case[S], wrong: Wrong[S]) -> float:
        """How much more must speak for a broken rule that leaves something to explain: an eye may have misread what neither the
        slip nor anything before it has changed, as it may beside lawful play; more than that may be another story."""
        margins, least, changed = self.settings.margins, 0.0, change(case.scene, wrong.scene).subjects
        for item in case.left_over(wrong.scene, margins.misfit):
            if case.evidence.trusted(item.place, item.kind):
                least += margins.facing if item.nats < margins.misread and (item.place, item.kind) not in changed else inf
        return least

    def _begin(self, case: Case[S], wrong: Wrong[S], margin: float, long: bool, done: bool) -> Finding:
        """First the lawful beginning of what ends in a slip, which is judged from there: as far as it can be told."""
        least = wrong.log_p - self.settings.margins.settle
        fork = fork_of([wrong.chain, *(other.chain for other in case.wrongs if other.log_p > least)])
        begun = next((chain for chain in case.chains if chain.tokens == fork.tokens), case.root)
        if begun.scene == case.root.scene or begun.fit + begun.history <= case.root.fit + case.root.history:
            # Nothing of that beginning can be seen: it may never have been.
            return self._puzzled(case, long, done)
        if not long:
            # What comes next may show that it was another, lawful one.
            return Waiting("The act may not be finished yet.", change(wrong.chain.scene, wrong.slip.scene).places)
        if margin < self.settings.margins.follows:
            # What is taken up stays on record, whatever the slip turns out to be.
            return self._puzzled(case, long, done)
        return Settled(begun.tokens, margin, case.considered)

    # Not clear -------------------------------------------------------------------------------------------------
    def _not_yet(self, case: Case[S]) -> Waiting:
        return Waiting(f"Looking closely at {place_names(self.game.layout, case.places)}.", case.places)

    def _puzzled(self, case: Case[S], long: bool, done: bool) -> Waiting | Unclear:
        legal = each_once(chain for chain in case.chains if chain.tokens and chain.fit > case.root.fit)[:MOST_CHOICES]
        if done and not legal:  # What leaves no trace may have been done, beside a tile that the eye misreads.
            legal = [*doubtful_acts(self.game, self.settings, case), *traceless(self.game, case.root)][:MOST_WAYS]
        # A question without a single lawful answer helps nobody soon: perhaps somebody is still at it, or the eye errs.
        plainly = self._very_long and bool(self._left_over(case, case.scene, self.settings.margins.misfit))
        answers = self._answers(case)
        stirred = self._stirred(case, case.chains[0], next(iter(case.wrongs), None))
        broken = answers.forbidden(stirred) if long else []
        if not long or not (legal or broken or done or plainly):
            return self._not_yet(case)
        choices = [*(answers.lawful(chain) for chain in legal), *broken, PUT_BACK]
        text = what_happened(place_names(self.game.layout, case.places))
        return Unclear(Question(self.game.actor(case.root.state), text, tuple(choices), case.places), case.considered)

    def _ask(self, case: Case[S], alike: list[Chain[S]]) -> Unclear:
        """The explanations look alike: ask the seat whose choice tells them apart."""
        answers = self._answers(case)
        alike = answers.with_less(alike)
        fork = fork_of(alike)
        seat = self.game.actor(fork.state)
        choices = answers.alike(fork, alike)
        places = change(case.scene, alike[0].scene).places
        return Unclear(Question(seat, "The camera cannot tell these apart. Which was it?", choices, places), case.considered)

    def _ask_thin(self, case: Case[S], best: Chain[S]) -> Unclear:
        places = change(case.scene, best.scene).places
        seat = self.game.actor(case.root.state)
        # Which tile it was need not be known: nothing else looks different.
        choices = (Choice("Yes", best.tokens), Choice("No, only the own tile was turned over", ()))
        return Unclear(Question(seat, "Was a tile taken and put back?", choices, places), case.considered)


def _blames(finding: Finding) -> bool:
    """Whether somebody is accused, or the lawful beginning taken up of what ends in a broken rule."""
    if isinstance(finding, Settled):
        return bool(finding.actions) and bool(finding.considered) and bool(finding.considered[0].codes)
    return isinstance(finding, Irregular)


def _taken_up(finding: Finding) -> tuple[str, ...]:
    return finding.actions if isinstance(finding, Settled) else ()
