/** With a column of belts everybody on the list studies the discipline, whose belt could not be read as well. */
export function studiesOf({
  columns,
  disciplineId,
}: {
  columns: readonly { field: string | null }[]
  disciplineId: number | null
}) {
  return columns.some(({ field }) => field === 'grade') ? disciplineId : null
}
