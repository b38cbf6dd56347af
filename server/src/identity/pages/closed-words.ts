/** What someone is told who would create an account where nobody can. */
export const closedWords =
  'This Honbu takes no new accounts. Ask whoever runs it: they can create one for you, and give you a link to choose a password.'
