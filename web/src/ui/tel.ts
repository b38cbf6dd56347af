/** The address that calls a number: 'tel:+447700900123'. */
export const telOf = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`
