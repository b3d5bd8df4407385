"""What the page on the widest street asks its readers to predict."""

from lab.ui.challenges import Challenge, Option

CHALLENGES = (
    Challenge(
        question="You make slack dearer and dearer. How many examples end up holding the street?",
        options=(
            Option("all of them", (("support", ">=", 20),)),
            Option("a few", (("support", "<=", 4),)),
        ),
        answer="a few",
        beside_first=True,
        goal="Move C until at most three examples are support vectors and no slack is paid.",
        conditions=(("support", "<=", 3), ("slack_sum", "<=", 1e-6)),
        why="The widest street rests on the few examples that touch it. The others could leave "
        "or move about behind it, and nothing would change.",
    ),
    Challenge(
        question="Make slack cheap. What happens to the street?",
        options=(
            Option("it gets wider", (("margin", ">=", 1),)),
            Option("it gets narrower", (("margin", "<=", 0.4),)),
        ),
        answer="it gets wider",
        beside_first=True,
        goal="Find a C whose street reaches at least 1.2 to each side.",
        conditions=(("margin", ">=", 1.2),),
        why="Slack costs little, so a smaller w pays, and 1/‖w‖ grows. Examples inside the street "
        "pay slack; the weight of each is at its bound, |α| = C.",
    ),
    Challenge(
        question="Push one cross deep among the circles. Can C still bring the slack to zero?",
        options=(
            Option("yes", (("slack_sum", "<=", 1e-6),)),
            Option("no", (("slack_sum", ">=", 1),)),
        ),
        answer="no",
        beside_first=True,
        goal="Drag a point across, and make slack as dear as you can: C at least 1,000, with slack "
        "of 1 or more left.",
        conditions=(("C", ">=", 1000), ("slack_sum", ">=", 1)),
        hint="Drag a cross to the middle of the circles. Then make C as large as it goes.",
        why="No line parts these points, so some slack stays whatever it costs. Show the widest "
        "street in the first picture, and you see the proof: one place that is a weighted "
        "average of crosses and one of circles as well.",
    ),
)
