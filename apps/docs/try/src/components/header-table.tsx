interface HeaderTableProps {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly label: string
}

/** Headers of an answer, one a row; nothing where there are none. */
export function HeaderTable({ headers, label }: HeaderTableProps) {
  if (headers.length === 0) return null
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
