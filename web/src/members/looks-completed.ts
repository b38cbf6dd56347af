/** Is this the label of a member who was chosen, 'Jane Smith [1042]', and not a name that is being typed? */
export const looksCompleted = (text: string) => /\[[^[\]]+\]\s*$/.test(text)
