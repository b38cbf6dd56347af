/** The register of a class; the date goes into the query string as `date`. */
export const rosterAddress = (classId: number) => `/clubadmin/classes-and-events/class-roster/${classId}`
