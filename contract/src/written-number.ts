/**
 * Reads a number as people in Britain write it: '12', '1,250.50', '.5', '-3'. A comma counts only between thousands, with
 * three digits after it and before the next one, so that '12,50' never becomes 1,250.
 * @param decimals how many digits may follow the point; 0: none, and no point
 * @returns undefined for what is no such number
 */
export function readNumber(text: string, decimals: number): number | undefined {
  const plain = text.trim().replace('−', '-')
  const found = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})?(?:\.(\d{0,12}))?$/.exec(plain)
  if (!found || (decimals === 0 && plain.includes('.'))) return undefined
  const [, minus = '', whole = '', part = ''] = found
  if (whole + part === '' || part.length > decimals) return undefined
  const number = Number(`${minus}${whole.replaceAll(',', '') || '0'}.${part || '0'}`)
  // Minus nothing is nothing.
  return number === 0 ? 0 : number
}

/**
 * Says what to type instead of a number that readNumber refuses for its comma: what it looks like, and how to write that.
 * @returns undefined where a comma isn't what is wrong
 */
export function commaProblem(text: string, decimals: number): string | undefined {
  const plain = text.trim().replace(/^£\s?/, '').replace(/\s?%$/, '')
  if (!/^-?[\d.,]{1,30}$/.test(plain) || !plain.includes(',') || readNumber(plain, decimals) !== undefined)
    return undefined
  const found = /^(-?\d{1,3}(?:\.\d{3}){0,3}|-?\d{1,9}),(\d{1,2})$/.exec(plain)
  if (!found) return 'A comma only separates thousands, as in 1,250. Type this number without commas.'
  const number = `${(found[1] ?? '').replaceAll('.', '')}.${found[2]}`
  if (decimals === 0) return `${plain} looks like ${number}. Type a whole number.`
  return `${plain} looks like ${number}. Type it with a point: ${number}`
}
