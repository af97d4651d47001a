"""What an answer holds, whether it is an Arrow table or a list of rows."""

import pyarrow as pa
import pyarrow.compute as pc

from bench.clients.target import COLUMNS

FIGURES = ("rows", "sum_id", "sum_qty", "sum_amount", "paid")


def row_count(answer) -> int:
    return answer.num_rows if isinstance(answer, pa.Table) else len(answer)


def arrow_bytes(answer) -> int:
    """Of the Arrow table; 0 for an answer that is none."""
    return answer.nbytes if isinstance(answer, pa.Table) else 0


def figures(answer) -> dict:
    """Count and sums of all the rows, as data.oracles wants them."""
    if not isinstance(answer, pa.Table):
        return _figures_of_rows(answer)
    if answer.num_rows == 1 and set(FIGURES) <= set(answer.column_names):
        return {name: answer.column(name)[0].as_py() for name in FIGURES}
    return {"rows": answer.num_rows, "sum_id": pc.sum(answer["id"]).as_py(), "sum_qty": pc.sum(answer["qty"]).as_py(),
            "sum_amount": pc.sum(answer["amount"]).as_py(), "paid": pc.sum(pc.equal(answer["status"], "paid")).as_py()}


def _figures_of_rows(rows) -> dict:
    at = {name: position for position, name in enumerate(COLUMNS)}
    return {"rows": len(rows), "sum_id": sum(row[at["id"]] for row in rows), "sum_qty": sum(row[at["qty"]] for row in rows),
            "sum_amount": sum(row[at["amount"]] for row in rows), "paid": sum(row[at["status"]] == "paid" for row in rows)}


def total(answer) -> int:
    """Of the last column."""
    return pc.sum(answer.column(-1)).as_py() if isinstance(answer, pa.Table) else sum(row[-1] for row in answer)


def categories(answer) -> dict[str, list]:
    """Category to its other columns, from an answer with a row each; a category twice is an error."""
    rows = zip(*(column.to_pylist() for column in answer.columns)) if isinstance(answer, pa.Table) else answer
    found = {}
    for name, *values in rows:
        if name in found:
            raise ValueError(f"category {name} came twice")
        found[name] = values
    return found
