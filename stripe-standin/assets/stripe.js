// A double of Stripe.js: the part that a Payment Element needs. As with Stripe, the card is typed in a frame of another
// origin, so that the page cannot read it.
(() => {
    const origin = '{{origin}}';

    class PaymentElement {
        handlers = {};
        complete = false;
        on(event, handler) {
            (this.handlers[event] ??= []).push(handler);
            return this;
        }
        once(event, handler) {
            const first = (value) => {
                this.off(event, first);
                handler(value);
            };
            return this.on(event, first);
        }
        off(event, handler) {
            this.handlers[event] = (this.handlers[event] ?? []).filter((one) => one !== handler);
            return this;
        }
        tell(event, value) {
            for (const handler of [...(this.handlers[event] ?? [])]) handler(value);
        }
        mount(place) {
            const box = typeof place === 'string' ? document.querySelector(place) : place;
            if (!box) throw new Error('IntegrationError: there is nothing to mount the element in');
            this.frame = document.createElement('iframe');
            this.frame.title = 'Secure payment input frame';
            this.frame.name = '__privateStripeFrame1';
            this.frame.src = `${origin}/frame.html`;
            // Property by property, because the page's policy forbids style attributes.
            Object.assign(this.frame.style, { border: '0', width: '100%', height: '260px' });
            box.append(this.frame);
            this.hear = (message) => {
                if (message.origin !== origin || message.source !== this.frame.contentWindow) return;
                if (message.data.ready) this.tell('ready', { elementType: 'payment' });
                if (message.data.change) {
                    const { complete, empty } = message.data;
                    this.complete = complete;
                    const value = { type: 'card' };
                    this.tell('change', { elementType: 'payment', complete, empty, collapsed: false, value });
                }
                if (message.data.result) this.done?.(message.data.result);
            };
            window.addEventListener('message', this.hear);
        }
        ask(question) {
            return new Promise((done) => {
                this.done = done;
                this.frame.contentWindow.postMessage(question, origin);
            });
        }
        update() {}
        focus() {}
        blur() {}
        clear() {}
        collapse() {}
        unmount() {
            this.frame?.remove();
            window.removeEventListener('message', this.hear);
        }
        destroy() {
            this.unmount();
            this.tell('destroy');
        }
    }

    const incomplete = { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' };

    function makeElements(options = {}) {
        let payment = null;
        return {
            options,
            create(kind) {
                if (kind !== 'payment') throw new Error(`stripe double: no element ${kind}`);
                payment = new PaymentElement();
                return payment;
            },
            getElement: () => payment,
            update: (changes) => Object.assign(options, changes),
            fetchUpdates: async () => ({}),
            submit: async () => (payment?.complete ? { selectedPaymentMethod: 'card' } : { error: incomplete }),
        };
    }

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
        const secret = clientSecret ?? elements.options.clientSecret;
        const element = elements?.getElement('payment');
        if (!element) throw new Error('IntegrationError: elements should have a mounted Payment Element');
        if (!element.complete) return { error: incomplete };
        const intent = await element.ask({ confirm: secret });
        if (intent.error) return { error: intent.error };
        if (redirect === 'if_required') return { paymentIntent: intent };
        const to = new URL(confirmParams.return_url);
        to.searchParams.set('payment_intent', intent.id);
        to.searchParams.set('payment_intent_client_secret', secret);
        to.searchParams.set('redirect_status', intent.status);
        location.assign(to);
        return new Promise(() => {});
    }

    async function retrievePaymentIntent(secret) {
        const address = `${origin}/browser/payment-intent?client_secret=${encodeURIComponent(secret)}`;
        const intent = await (await fetch(address)).json();
        return intent.error ? intent : { paymentIntent: intent };
    }

    const unused = async () => ({ error: { type: 'api_error', message: 'The stand-in does not play this.' } });

    const Stripe = (key) => {
        if (!/^pk_/.test(key)) throw new Error('IntegrationError: expected a publishable key');
        return {
            elements: makeElements,
            confirmPayment,
            retrievePaymentIntent,
            // Unused here; the library of Stripe's components takes no object for Stripe without them.
            createToken: unused,
            createPaymentMethod: unused,
            confirmCardPayment: unused,
            registerAppInfo() {},
            _registerWrapper() {},
        };
    };
    Stripe.version = 'standin';
    window.Stripe = Stripe;
})();
