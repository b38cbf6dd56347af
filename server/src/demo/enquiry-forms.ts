import type { DemoClub } from './clubs.ts'
import type { DemoRows } from './rows.ts'

/** Every club lets people ask and try on the web. */
export function addEnquiryForms(rows: DemoRows, clubs: readonly DemoClub[]): void {
  for (const { id, name } of clubs)
    rows.enquiry_form.push({
      club_id: id,
      key: name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
      is_on: true,
      has_timetable: true,
      offers_trials: true,
      trial_days: 21,
      phone: 'optional',
      asks_source: true,
      asks_message: true,
      intro: `Come and try a class at ${name}: the first one is free, and nobody needs to be fit to start.`,
      thanks: 'Wear something comfortable. We lend you everything else.',
      privacy_url: '',
      version: 1,
    })
}
