/** Those columns of a row, by name: also of a row of placeholders, which cannot say what it has. */
export function columnsOf<Row, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>
}
