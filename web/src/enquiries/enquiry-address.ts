/** Where a club's public form and timetable are set. */
export const enquiryFormAddress = (clubId: number) => `/settings/enquiry-form/${clubId}`
