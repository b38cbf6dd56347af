const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-05-01' as 'May 2026'. */
export const monthText = (month: string) => `${shortMonth(month)} ${month.slice(0, 4)}`

export const shortMonth = (month: string) => months[Number(month.slice(5, 7)) - 1] ?? month

/** In whole per cent; of nobody there is no share. */
export const share = (count: number, of: number) => (of === 0 ? '–' : `${Math.round((count / of) * 100)}%`)
