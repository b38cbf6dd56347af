/** A column as spreadsheets call it: 0 is A, 26 is AA. */
export function letterOf(place: number): string {
  const rest = Math.floor(place / 26) - 1
  return (rest < 0 ? '' : letterOf(rest)) + String.fromCharCode(65 + (place % 26))
}

/** The column in the address of a cell: 'B4' is 1; undefined where there is none. */
export function placeOf(address: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(address)?.[0]
  if (!letters) return undefined
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
