/** Somebody may be called so: no digits, no address. */
export const isNamedLike = (text: string) => !/[\d@]/.test(text)
