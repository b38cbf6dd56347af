import { IconPlus } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { newDiscountAddress } from './discount-address.ts'

export const NewDiscountLink = ({ clubId }: { clubId?: number }) => (
  <AppLink
    to={newDiscountAddress}
    {...(clubId !== undefined && { search: { clubId: String(clubId) } })}
    className={buttonClass('primary')}
  >
    <IconPlus size={18} aria-hidden="true" />
    New discount
  </AppLink>
)
