/** The first letter of each name, upper case: whole characters, also where a letter is made of several code points. */
export const initials = (firstName: string, lastName: string) =>
  (firstLetter(firstName) + firstLetter(lastName)).toLocaleUpperCase('en-GB')

function firstLetter(name: string): string {
  const [plain] = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}](?!\p{M})/u.exec(name) ?? []
  if (plain) return plain
  // Making it takes a browser a millisecond or two, and most names do without.
  characters ??= new Intl.Segmenter('en-GB', { granularity: 'grapheme' })
  for (const { segment } of characters.segment(name)) if (/\p{L}/u.test(segment)) return segment
  return ''
}

let characters: Intl.Segmenter | undefined
