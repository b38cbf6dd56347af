import { ContactSupport } from './ContactSupport.tsx'
import { HelpCategory } from './HelpCategory.tsx'
import { HelpHome } from './HelpHome.tsx'
import { help } from './help.ts'

export const SupportHome = () => (
  <HelpHome collection={help}>
    <ContactSupport />
  </HelpHome>
)
export const SupportCategory = () => <HelpCategory collection={help} />
