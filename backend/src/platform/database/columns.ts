/** A UUID as the primary key. @param constraint its name */
export const uuidKey = (constraint: string) =>
  ({ type: 'uuid', primary: true, primaryKeyConstraintName: constraint }) as const;

/** A reference to the `id` of another entity. */
export const foreignKey = (name: string, column: string, target: string) => ({
  name,
  target,
  columnNames: [column],
  referencedColumnNames: ['id'],
});

/** The same, for rows that are deleted together with what they refer to. */
export const cascadingKey = (name: string, column: string, target: string) =>
  ({ ...foreignKey(name, column, target), onDelete: 'CASCADE' }) as const;
