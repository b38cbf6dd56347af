import type { Output } from '@honbu/contract/endpoint.ts'
import type { getEnquiryForm } from '@honbu/contract/enquiries.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './EnquiryForm.module.css'

type Settings = Output<typeof getEnquiryForm>

/** The classes that visitors can try: those that say so themselves. */
export function TrialClasses({ settings: { clubId, classes, trialDays } }: { settings: Settings }) {
  return (
    <Panel title="Classes that can be tried">
      <p className={css.help}>
        Each class says by itself whether it can be booked on the web, how many places it has, and how many of them are
        for prospects.
      </p>
      {classes.length === 0 && <p>No class can be booked on the web yet.</p>}
      <ul className={css.classes}>
        {classes.map(({ classId, className, days, daysWithPlaces }) => (
          <li key={classId}>
            <AppLink to={`/clubadmin/${clubId}/classes-and-events/edit/${classId}`}>{className}</AppLink>
            <span className={css.help}>
              {days === 0
                ? `none in the next ${trialDays} days`
                : `places on ${daysWithPlaces} of ${days} ${days === 1 ? 'day' : 'days'}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
