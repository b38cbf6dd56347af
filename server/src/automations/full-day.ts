const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Tuesday 19 May, in words for a letter. */
export const fullDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '')
