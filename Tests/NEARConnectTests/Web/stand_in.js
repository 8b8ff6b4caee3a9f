// A stand-in for near-connect in the tests. It has the same interface, dialogs and sandboxed frames, and like
// near-connect it trusts the list of wallets. The executors of the tests misbehave on purpose.
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
  const call = (method, params) => new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    const hear = ({ data }) => {
      if (data?.id !== id || data.status === undefined) return;
      removeEventListener("message", hear);
      data.status === "failed" ? reject(data.result) : resolve(data.result);
    };
    addEventListener("message", hear);
    post({ method, params, id });
  });
  window.selector = {
    location: ${JSON.stringify(window.location.href)}, wallet: null, stored: ${JSON.stringify(storage)},
    manifest: ${JSON.stringify(manifest)}, call, post,
    open: (url, _, features) => call("open", { url, features }),
    openNativeApp: (url) => call("open.nativeApp", { url }),
    external: (entity, key, ...args) => call("external", { entity, key, args }),
    ready(wallet) { window.selector.wallet = wallet; post({ method: "wallet-ready" }); },
    storage: {
      set: (key, value) => call("storage.set", { key, value }), get: (key) => call("storage.get", { key }),
      remove: (key) => call("storage.remove", { key }),
    },
    ui: { showIframe: () => call("ui.showIframe"), hideIframe: () => call("ui.hideIframe") },
  };
  addEventListener("message", async ({ data }) => {
    if (data?.origin !== ${JSON.stringify(origin)} || !data.method?.startsWith("wallet:")) return;
    const method = data.method.slice(7);
    const answer = (status, result) => post({ id: data.id, method, status, result });
    const wallet = window.selector.wallet;
    if (typeof wallet[method] !== "function") return answer("failed", "Method not found");
    try { answer("success", await wallet[method](data.params)); } catch (error) { answer("failed", error); }
  });
</script>
<script type="module" nonce="${nonce}">${code}</script></body>`;

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

    _onMessage = async (frame, { data: { method, params, id } }) => {
      const answer = (status, result) => frame.contentWindow?.postMessage({ id, status, result }, "*");
      if (method === "wallet-ready") return;
      try {
        answer("success", (await this.permitted(frame, method, params)) ?? null);
      } catch (error) {
        answer("failed", String(error?.message ?? error));
      }
    };

    async permitted(frame, method, params) {
      const space = `${this.manifest.id}:`;
      switch (method) {
        case "ui.showIframe": frame.closest(".hot-connector-popup").style.display = "block"; return;
        case "ui.hideIframe": frame.closest(".hot-connector-popup").style.display = "none"; return;
        case "storage.set": localStorage.setItem(space + params.key, params.value); return;
        case "storage.get": return localStorage.getItem(space + params.key);
        case "storage.remove": localStorage.removeItem(space + params.key); return;
        case "open": {
          if (!this.allows(params.url)) throw new Error("Permission denied");
          const panel = window.open(params.url, "_blank", params.features);
          if (panel === null) return null;
          window.addEventListener("message", (event) => {
            if (event.source === panel) frame.contentWindow?.postMessage(event.data, "*");
          });
          return "panel";
        }
        case "open.nativeApp": {
          if (!this.allows(params.url)) throw new Error("Permission denied");
          const link = document.createElement("iframe");
          link.style.display = "none";
          link.src = params.url;
          document.body.append(link);
          return;
        }
        case "external": {
          if (!(this.manifest.permissions?.external ?? []).includes(params.entity)) throw new Error("Permission denied");
          const object = params.entity.split(".").reduce((found, name) => found[name], window);
          return typeof object[params.key] === "function" ? await object[params.key](...params.args) : object[params.key];
        }
        default: throw new Error("Unknown method");
      }
    }

    async loadCode() {
      return await (await fetch(this.manifest.executor)).text();
    }

    async call(method, params) {
      const code = await this.loadCode();
      const origin = random();
      const stored = Object.fromEntries(
        Object.entries(localStorage).filter(([key]) => key.startsWith(`${this.manifest.id}:`)),
      );
      return await new Promise((resolve, reject) => {
        const id = random();
        const frame = document.createElement("iframe");
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
            this._onMessage(frame, event);
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
    signOut(params) { return this.call("wallet:signOut", params); }
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
