import { IconChartFunnel, IconWorldWww } from '@tabler/icons-react'
import { marketingAddress } from '../marketing/marketing-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { enquiryFormAddress } from './enquiry-address.ts'

/** The way to the public pages, and to what comes of them, in Club Admin. */
export const EnquirySettings = ({ clubId }: { clubId: number }) => (
  <Panel title="On your website">
    <AppLink to={enquiryFormAddress(clubId)} className={buttonClass()}>
      <IconWorldWww size={18} aria-hidden="true" />
      Enquiry form and timetable
    </AppLink>{' '}
    <AppLink to={marketingAddress(clubId)} className={buttonClass()}>
      <IconChartFunnel size={18} aria-hidden="true" />
      Marketing
    </AppLink>
  </Panel>
)
