/** Of the public pages, relative to the product's own address. */
export const enquireAddress = (key: string) => `enquire/${key}`
export const timetableAddress = (key: string) => `timetable/${key}`
export const detailsPage = 'details'
export const embedAddress = 'embed.js'
export const framedAddress = 'framed.js'
