import { useEffect, useState } from 'react'
import type { UiAnswers, UiRequest } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'

type Asked = Pick<Extract<UiRequest, { kind: 'list-answers' }>, 'search' | 'skip'>

/** A page of the history, read again when an answer is judged or this page comes back into sight. */
export function useAnswers({ search, skip }: Asked): UiAnswers['list-answers'] {
  const [found, setFound] = useState<UiAnswers['list-answers']>({ answers: [], total: 0 })
  useEffect(() => {
    let isCurrent = true
    const read = () =>
      void askBackground({ kind: 'list-answers', origin: null, search, skip }).then(
        (answers) => isCurrent && setFound(answers),
        () => {},
      )
    read()
    chrome.storage.session.onChanged.addListener(read)
    window.addEventListener('focus', read)
    return () => {
      isCurrent = false
      chrome.storage.session.onChanged.removeListener(read)
      window.removeEventListener('focus', read)
    }
  }, [search, skip])
  return found
}
