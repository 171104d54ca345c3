import { useCallback, useEffect, useRef, useState } from 'react';
import { type DocumentCalls, type DocumentState, retrySending, sendFile } from './send-document';

/**
 * Sends one document at a time; another file replaces it at any stage.
 * @param calls must be the same object on every render
 */
export function useDocumentUpload(calls: DocumentCalls) {
  const [state, setState] = useState<DocumentState | null>(null);
  const running = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return { onState: setState, signal: running.current.signal };
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    choose: useCallback((file: File) => void sendFile(file, calls, start()), [calls, start]),
    retry: () => {
      if (state?.step === 'failed') void retrySending(state, calls, start());
    },
    remove: () => {
      running.current?.abort();
      setState(null);
    },
  };
}
