/** The list of the disciplines of a club. */
export const disciplinesAddress = (clubId: number) => `/clubadmin/${clubId}/disciplines`
export const newDisciplineAddress = (clubId: number) => `/clubadmin/${clubId}/disciplines/create`
export const editDisciplineAddress = (clubId: number, disciplineId: number) =>
  `/clubadmin/${clubId}/disciplines/edit/${disciplineId}`
