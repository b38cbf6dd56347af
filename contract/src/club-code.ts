/** Words that a short form leaves out. */
const small = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'a'])

/** A short code for a club: 'LKC' for Leeds Karate Club, 'HONB' for Honbu. */
export function clubCode(name: string): string {
  const words = name
    .replace(/[’']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && !small.has(word.toLowerCase()))
  const letters = words.length > 1 ? words.map(word => [...word][0] ?? '') : [...(words[0] ?? 'CLUB')]
  return letters
    .slice(0, words.length > 1 ? 6 : 4)
    .join('')
    .toUpperCase()
}
