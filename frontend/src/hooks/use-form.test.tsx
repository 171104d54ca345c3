import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type Form, type FormErrors, useForm } from './use-form';

afterEach(cleanup);

interface Values {
  name: string;
  amount: number;
}

const required = ({ name, amount }: Values) => {
  const errors: FormErrors<Values> = {
    ...(!name && { name: { message: 'Name is required' } }),
    ...(amount > 9 && { amount: { message: 'At most 9' } }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { values: { name: name.trim(), amount } };
};

let form: Form<Values>;

function Fields({ send, errors }: { send: (values: Values) => void; errors?: FormErrors<Values> }) {
  form = useForm({ resolver: required, defaultValues: { name: '', amount: 0 }, ...(errors && { errors }) });
  return (
    <form aria-label="form" onSubmit={form.handleSubmit(send)}>
      <input aria-label="name" {...form.register('name')} defaultValue={form.defaultValues.name} />
      <p>{form.errors.name?.message}</p>
      <input aria-label="amount" {...form.register('amount', Number)} defaultValue={form.defaultValues.amount} />
      <p>{form.errors.amount?.message}</p>
    </form>
  );
}

const type = async (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }));
const submit = () => act(async () => void fireEvent.submit(screen.getByLabelText('form')));

test('sends what was entered, as the resolver returns it', async () => {
  const send = jest.fn();
  render(<Fields send={send} />);
  await type('name', ' Ada ');
  await type('amount', '2');
  await submit();
  expect(send.mock.calls).toEqual([[{ name: 'Ada', amount: 2 }]]);
});

test('checks when it is sent, moves to the first error, and then checks each field as it changes', async () => {
  const send = jest.fn();
  render(<Fields send={send} />);
  await type('amount', '10');
  expect(form.errors).toEqual({});
  await submit();
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('Name is required')).toBeTruthy();
  expect(screen.getByText('At most 9')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
  await type('name', 'Ada');
  expect(form.errors).toEqual({ amount: { message: 'At most 9' } });
  await type('amount', '9');
  expect(form.errors).toEqual({});
  await type('name', '');
  expect(form.errors).toEqual({ name: { message: 'Name is required' } });
});

test("keeps the server's errors until the form is sent", async () => {
  render(<Fields send={jest.fn()} errors={{ name: { message: 'Taken' } }} />);
  await type('name', 'Ada');
  expect(screen.getByText('Taken')).toBeTruthy();
  await submit();
  expect(form.errors).toEqual({});
});

test('sets and clears values and errors from outside', async () => {
  render(<Fields send={jest.fn()} />);
  act(() => {
    form.setValue('amount', 7);
    form.setError('amount', { type: 'unconfirmed', message: 'Check it' }, { shouldFocus: true });
  });
  expect(form.getValues()).toEqual({ name: '', amount: 7 });
  expect(screen.getByText('Check it')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('amount'));
  act(() => form.clearErrors('amount'));
  expect(form.errors).toEqual({});
});
