/** What the admin right of a club brings. */
export const adminRightWords =
  'May change details, users, timetable, prices and settings, charge, and see the money of the club.'
