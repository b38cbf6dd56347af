import { HelpSearch } from './HelpSearch.tsx'
import { marketingHelp } from './marketing-help.ts'

export const MarketingHelpSearch = () => <HelpSearch collection={marketingHelp} />
