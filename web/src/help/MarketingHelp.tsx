import { HelpCategory } from './HelpCategory.tsx'
import { HelpHome } from './HelpHome.tsx'
import { marketingHelp } from './marketing-help.ts'

export const MarketingHelpHome = () => <HelpHome collection={marketingHelp} />
export const MarketingHelpCategory = () => <HelpCategory collection={marketingHelp} />
