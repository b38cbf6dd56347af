import { addDays } from '@honbu/contract/calendar.ts'
import type { Clock } from './clock.ts'
import { at, type DemoRows } from './rows.ts'
import { demoFooter, demoHeader, demoTemplates } from './template-texts.ts'

/** Of the head office, so that its clubs inherit them; and one newsletter that a club has made its own. */
export function addTemplates(rows: DemoRows, clock: Clock): void {
  const root = { club_id: 1, root_club_id: 1 }
  const created_at = at(addDays(clock.today, -200), '10:00')
  rows.message_layout.push({
    ...{ ...root, id: 1, name: 'House letter', description: 'Name on top, address below.' },
    ...{ header: demoHeader, footer: demoFooter, created_at },
  })
  for (const [index, { name, description, channel, subject, body }] of demoTemplates.entries())
    rows.message_template.push({
      ...{ ...root, id: index + 1, name, description, channel, subject, body, created_at },
      layout_id: channel === 'email' ? 1 : null,
    })
  const { subject = '', body = '' } = demoTemplates.find(({ name }) => name === 'Newsletter') ?? {}
  rows.message_template.push({
    ...{ club_id: 2, root_club_id: 1, id: demoTemplates.length + 1, name: 'Our newsletter', channel: 'email' },
    ...{ description: 'Copied from the head office.', subject, body, layout_id: 1, created_at },
  })
  rows.message_setting.push({ ...root, sms_segment_pence: 4, website: 'https://honbu.example' })
}
