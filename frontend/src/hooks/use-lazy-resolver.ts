import { useMemo } from 'react';
import type { Resolver } from './use-form';

/**
 * A form's validation, loaded when the visitor first enters a field: the validator is 20 kB that showing the form does not
 * need. If it does not load, the form is sent unchecked and the API, which has the same rules, answers with the errors.
 * @param load must be the same function on every render
 */
export function useLazyResolver<Form extends object>(load: () => Promise<Resolver<Form>>) {
  return useMemo(() => {
    let loading: Promise<Resolver<Form>> | undefined;
    const preload = () => {
      loading ??= load().catch(() => {
        loading = undefined;
        return unchecked<Form>;
      });
      return loading;
    };
    const resolver: Resolver<Form> = async (values) => (await preload())(values);
    return { resolver, preload };
  }, [load]);
}

const unchecked = <Form extends object>(values: Form) => ({ values });
