/** Reasons to choose from when a membership ends. Anything else is written in words. */
export const leavingReasons = [
  'Moved away',
  'No time',
  'Too expensive',
  'Injury or illness',
  'Lost interest',
  'Joined another club',
] as const

/** Reasons to choose from for another plan or price. */
export const planChangeReasons = [
  'Trains more often',
  'Trains less often',
  'Another age group',
  'Too expensive',
  'Injury or illness',
  'Mistake corrected',
] as const

/** Reasons to choose from for a freeze. */
export const freezeReasons = ['Holiday', 'Injury or illness', 'Exams', 'Work', 'Money'] as const
