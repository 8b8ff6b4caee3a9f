// A stand-in for near-connect in the tests. It has the same interface, dialogs and sandboxed frames. Like near-connect it
// trusts the list of wallets, sends values of wallets unchanged, stores the items of all wallets in one `localStorage`, and
// leaves requests of frames unanswered that fail. The executors of the tests misbehave on purpose.
window.HOTConnect = (() => {
  const random = () => crypto.randomUUID();

  const dialog = (reject) => {
    const root = document.createElement("div");
    root.className = "hot-connector-popup";
    root.innerHTML = '<div class="modal-container"><div class="modal-content"><div class="modal-body"></div></div></div>';
    root.querySelector(".modal-content").onclick = (event) => event.stopPropagation();
    root.querySelector(".modal-container").onclick = () => { root.remove(); reject(); };
    document.body.append(root);
    return root;
  };

  // The part that runs in the frame. Executors use it as `window.selector`.
  const frameCode = (origin, manifest, storage, nonce, code) => `<!DOCTYPE html><body><div id="root"></div>
<script nonce="${nonce}">
  const post = (data) => window.parent.postMessage({ ...data, origin: ${JSON.stringify(origin)} }, "*");
  const call = async (method, params) => {
    const id = crypto.randomUUID();
    post({ method, params, id });
    return new Promise((resolve, reject) => {
      const hear = ({ data }) => {
        if (data.id !== id) return;
        removeEventListener("message", hear);
        data.status === "failed" ? reject(data.result) : resolve(data.result);
      };
      addEventListener("message", hear);
    });
  };
  window.sandboxedLocalStorage = (() => {
    const storage = ${JSON.stringify(storage)};
    return {
      setItem(key, value) { window.selector.storage.set(key, value); storage[key] = value || ""; },
      getItem: (key) => (key in storage ? storage[key] : null),
      removeItem(key) { window.selector.storage.remove(key); delete storage[key]; },
      get length() { return Object.keys(storage).length; },
      key: (index) => Object.keys(storage)[index] || null,
    };
  })();
  window.selector = {
    location: ${JSON.stringify(window.location.href)}, wallet: null,
    manifest: ${JSON.stringify(manifest)}, call, post,
    open: (url, _, features) => call("open", { url, features }),
    openNativeApp: (url) => call("open.nativeApp", { url }),
    external: (entity, key, ...args) => call("external", { entity, key, args }),
    ready(wallet) { post({ method: "wallet-ready" }); window.selector.wallet = wallet; },
    storage: {
      set: (key, value) => call("storage.set", { key, value }), get: (key) => call("storage.get", { key }),
      remove: (key) => call("storage.remove", { key }), keys: () => call("storage.keys", {}),
    },
    ui: { showIframe: () => call("ui.showIframe"), hideIframe: () => call("ui.hideIframe") },
  };
  addEventListener("message", async ({ data }) => {
    if (data?.origin !== ${JSON.stringify(origin)} || !data.method?.startsWith("wallet:")) return;
    const method = data.method.slice(7);
    const answer = (status, result) => post({ id: data.id, method, status, result });
    const wallet = window.selector.wallet;
    if (wallet == null || typeof wallet[method] !== "function") return answer("failed", "Method not found");
    try { answer("success", await wallet[method](data.params)); } catch (error) { answer("failed", error); }
  });
</script>
<script type="module" nonce="${nonce}">${code.replaceAll(".localStorage", ".sandboxedLocalStorage")}</script></body>`;

  class Frame {
    constructor(element, origin) {
      this.element = element;
      this.origin = origin;
    }

    postMessage(data) {
      if (this.element.contentWindow === null) throw new Error("Iframe not loaded");
      this.element.contentWindow.postMessage({ ...data, origin: this.origin }, "*");
    }

    show() { this.element.closest(".hot-connector-popup").style.display = "block"; }
    hide() { this.element.closest(".hot-connector-popup").style.display = "none"; }
  }

  class SandboxExecutor {
    constructor(connector, manifest) {
      this.connector = connector;
      this.manifest = manifest;
    }

    allows(url) {
      const asked = new URL(url);
      return (this.manifest.permissions?.allowsOpen ?? []).some((path) => {
        const listed = new URL(path);
        return listed.protocol === asked.protocol && (!listed.hostname || listed.hostname === asked.hostname);
      });
    }

    requirePermission(frame, data, isPermitted) {
      if (isPermitted) return;
      frame.postMessage({ ...data, status: "failed", result: "Permission denied" });
      throw new Error("Permission denied");
    }

    _onMessage = async (frame, { data }) => {
      const { method, params } = data;
      const permissions = this.manifest.permissions ?? {};
      const answer = (status, result) => frame.postMessage({ ...data, status, result });
      const space = `${this.manifest.id}:`;
      if (method.startsWith("storage.")) this.requirePermission(frame, data, permissions.storage);
      switch (method) {
        case "ui.showIframe": frame.show(); return answer("success", null);
        case "ui.hideIframe": frame.hide(); return answer("success", null);
        case "storage.set": localStorage.setItem(space + params.key, params.value); return answer("success", null);
        case "storage.get": return answer("success", localStorage.getItem(space + params.key));
        case "storage.keys": return answer("success", Object.keys(localStorage).filter((key) => key.startsWith(space)));
        case "storage.remove": localStorage.removeItem(space + params.key); return answer("success", null);
        case "open": {
          this.requirePermission(frame, data, this.allows(params.url));
          const panel = window.open(params.url, "_blank", params.features);
          window.addEventListener("message", (event) => {
            if (panel !== null && event.source === panel) frame.postMessage(event.data);
          });
          return answer("success", panel === null ? null : "panel");
        }
        case "open.nativeApp": {
          this.requirePermission(frame, data, this.allows(params.url));
          const link = document.createElement("iframe");
          link.style.display = "none";
          link.src = params.url;
          document.body.append(link);
          return answer("success", null);
        }
        case "external": {
          this.requirePermission(frame, data, (permissions.external ?? []).includes(params.entity));
          try {
            const object = params.entity.split(".").reduce((found, name) => found[name], window);
            answer("success", typeof object[params.key] === "function" ? await object[params.key](...params.args) : object[params.key]);
          } catch (error) {
            answer("failed", error);
          }
        }
      }
    };

    async getAllStorage() {
      const space = `${this.manifest.id}:`;
      const own = Object.entries(localStorage).filter(([key]) => key.startsWith(space));
      return Object.fromEntries(own.map(([key, value]) => [key.slice(space.length), value]));
    }

    async clearStorage() {
      for (const key of Object.keys(localStorage)) if (key.startsWith(`${this.manifest.id}:`)) localStorage.removeItem(key);
    }

    async loadCode() {
      return await (await fetch(this.manifest.executor)).text();
    }

    async call(method, params) {
      const code = await this.loadCode();
      const origin = random();
      const stored = await this.getAllStorage();
      return await new Promise((resolve, reject) => {
        const id = random();
        const frame = document.createElement("iframe");
        const executed = new Frame(frame, origin);
        const root = dialog(() => { removeEventListener("message", hear); reject(new Error("Wallet closed")); });
        root.style.display = "none";
        const hear = (event) => {
          const { data } = event;
          if (data?.origin !== origin) return;
          if (data.method === "wallet-ready") {
            // Replies after all listeners have received the message.
            queueMicrotask(() => {
              if (frame.contentWindow === null) return reject(new Error("Iframe not loaded"));
              frame.contentWindow.postMessage({ method, params, id, origin }, "*");
            });
          }
          if (data.id === id) {
            removeEventListener("message", hear);
            root.remove();
            data.status === "failed" ? reject(data.result) : resolve(data.result);
          } else {
            this._onMessage(executed, event);
          }
        };
        addEventListener("message", hear);
        frame.setAttribute("sandbox", "allow-scripts");
        frame.srcdoc = frameCode(origin, this.manifest, stored, this.connector.options.cspNonce, code);
        root.querySelector(".modal-body").append(frame);
      });
    }

  }

  class SandboxWallet {
    constructor(connector, manifest) {
      this.manifest = manifest;
      this.executor = new SandboxExecutor(connector, manifest);
    }

    call(method, params) { return this.executor.call(method, params); }
    signIn(params) { return this.call("wallet:signIn", params); }
    signInAndSignMessage(params) { return this.call("wallet:signInAndSignMessage", params); }
    async signOut(params) { await this.call("wallet:signOut", params); await this.executor.clearStorage(); }
    getAccounts(params) { return this.call("wallet:getAccounts", params); }
    signMessage(params) { return this.call("wallet:signMessage", params); }
    signAndSendTransaction(params) { return this.call("wallet:signAndSendTransaction", params); }
    signAndSendTransactions(params) { return this.call("wallet:signAndSendTransactions", params); }
    signDelegateActions(params) { return this.call("wallet:signDelegateActions", params); }
  }

  class NearConnector {
    constructor(options) {
      this.options = options;
      this.wallets = options.manifest.wallets.map((entry) => new SandboxWallet(this, entry));
      this.whenManifestLoaded = (async () => {
        const debug = JSON.parse((await options.storage.get("debug-wallets")) ?? "[]");
        for (const entry of debug) this.wallets.unshift(new SandboxWallet(this, entry));
      })();
      window.addEventListener("message", ({ data }) => {
        if (data.type !== "near-wallet-injected") return;
        this.wallets = this.wallets.filter(({ manifest }) => manifest.id !== data.manifest.id);
        this.wallets.unshift(new SandboxWallet(this, data.manifest));
        if (options.autoConnect) this.wallets[0].signIn({});
      });
    }

    async wallet(id) {
      await this.whenManifestLoaded;
      const wallet = this.wallets.find(({ manifest }) => manifest.id === id);
      if (wallet === undefined) throw new Error("Wallet not found");
      return wallet;
    }

    async registerWallet(manifest) { this.wallets.push(new SandboxWallet(this, manifest)); }

    async selectWallet() {
      await this.whenManifestLoaded;
      return await new Promise((resolve, reject) => {
        const root = dialog(() => reject(new Error("User rejected")));
        root.style.display = "none";
        setTimeout(() => { root.style.display = "block"; }, 10);
        root.querySelector(".modal-content").insertAdjacentHTML(
          "afterbegin", '<div class="modal-header"><p>Select wallet</p></div>');
        root.querySelector(".modal-content").insertAdjacentHTML(
          "beforeend", '<div class="footer"><p>NEAR Connector</p><a class="get-wallet-link">No wallet?</a></div>');
        for (const { manifest } of this.wallets) {
          const item = document.createElement("div");
          item.className = "connect-item";
          item.dataset.type = manifest.id;
          item.textContent = manifest.name;
          item.onclick = () => { root.remove(); resolve(manifest.id); };
          root.querySelector(".modal-body").append(item);
        }
      });
    }
  }

  return { NearConnector };
})();
