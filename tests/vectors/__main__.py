"""`make vectors`: write docs/vectors, the replays that verifiers are compared with,
docs/decision-vectors.json, by which clients are, and docs/rating-vectors.json and
docs/pairing-vectors.json, by which verifiers of ratings and of tournaments are."""

from tests.vectors import decisions, ratings, tournaments
from tests.vectors.files import FOLDER, name_of, text, wishes

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for wish in wishes():
        (FOLDER / name_of(wish)).write_text(text(wish))
    decisions.FILE.write_text(decisions.text())
    ratings.FILE.write_text(ratings.text())
    tournaments.FILE.write_text(tournaments.text())
