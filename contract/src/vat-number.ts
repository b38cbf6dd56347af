/**
 * Reads a VAT number of the United Kingdom as people write it: 'GB 123 4567 82', '123456782'. Its last two digits are a
 * check, by either of the two rules of HMRC (modulus 97, and modulus 97 with 55 added).
 * @returns with its country and without spaces, 'GB123456782'; undefined for what isn't one
 */
export function readVatNumber(text: string): string | undefined {
  const [, country = 'GB', digits = '', branch = ''] =
    /^(GB|XI)?(\d{9})(\d{3})?$/.exec(text.replace(/[\s.-]/g, '').toUpperCase()) ?? []
  if (digits === '') return undefined
  const weighted = [...digits.slice(0, 7)].reduce((sum, digit, index) => sum + Number(digit) * (8 - index), 0)
  const remainder = (weighted + Number(digits.slice(7))) % 97
  const isRight = remainder === 0 || (remainder + 55) % 97 === 0
  return isRight ? `${country}${digits}${branch}` : undefined
}

/** 'GB 123 4567 82', as it is printed. */
export const writeVatNumber = (number: string): string =>
  number.replace(/^([A-Z]{2})(\d{3})(\d{4})(\d{2})(\d{3})?$/, (_, country, a, b, c, branch = '') =>
    [country, a, b, c, branch].join(' ').trim(),
  )
