import { IconWorldWww } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { enquiryFormAddress } from './enquiry-address.ts'

/** The way to the public pages, in Club Admin. */
export const EnquirySettings = ({ clubId }: { clubId: number }) => (
  <Panel title="On your website">
    <AppLink to={enquiryFormAddress(clubId)} className={buttonClass()}>
      <IconWorldWww size={18} aria-hidden="true" />
      Enquiry form and timetable
    </AppLink>
  </Panel>
)
