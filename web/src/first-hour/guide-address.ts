/** Where all steps of setting up a club are shown. */
export const guideAddress = (clubId: number) => `/settings/set-up/${clubId}`
