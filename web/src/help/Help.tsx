import { lazy, Suspense } from 'react'
import { HelpCategory } from './HelpCategory.tsx'
import { HelpHome } from './HelpHome.tsx'
import { help } from './help.ts'

// The form comes after the articles above it.
const ContactSupport = lazy(() => import('./ContactSupport.tsx').then(m => ({ default: m.ContactSupport })))

export const SupportHome = () => (
  <HelpHome collection={help}>
    <Suspense>
      <ContactSupport />
    </Suspense>
  </HelpHome>
)
export const SupportCategory = () => <HelpCategory collection={help} />
