interface TableHeadProps {
  columns: readonly string[];
  /** The columns of numbers, which are aligned at their end. */
  numbers?: readonly string[];
}

/** The head of a `.data-table`. */
export function TableHead({ columns, numbers = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={numbers.includes(column) ? 'num' : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
