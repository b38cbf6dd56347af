import { HelpSearch } from './HelpSearch.tsx'
import { help } from './help.ts'

export const SupportSearch = () => <HelpSearch collection={help} />
