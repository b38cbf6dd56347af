/** The tasks of a club, or one's own. */
export const tasksAddress = (clubId = 0) => `/tasks/member-task-list/${clubId}`

/** How one hears of them. */
export const noticesAddress = '/tasks/notifications'
