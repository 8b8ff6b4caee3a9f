#if os(Linux)
  import DoorwardGTKWidgets

  /// The fields and buttons of the demo.
  @MainActor final class DemoForm {
    let content = Box(.column, spacing: 18)
    let connect: Button
    let connectAndSign: Button
    let disconnect: Button
    private(set) var requests: [Button] = []

    init(_ model: DemoModel) {
      connect = Self.button("Connect a wallet", style: "suggested-action") { await model.connect() }
      connectAndSign = Self.button("Connect and sign the message") { await model.connectAndSign() }
      disconnect = Self.button("Disconnect", style: "destructive-action") { model.disconnect() }
      let sign = Self.button("Sign the message") { await model.signMessage() }
      let send = Self.button("Send NEAR") { await model.send() }
      let call = Self.button("Call the contract") { await model.callContract() }
      let delegate = Self.button("Sign a delegate action") { await model.signDelegateAction() }
      requests = [sign, send, call, delegate]

      section("Account", [connect, connectAndSign, disconnect])
      section(
        "Message",
        [
          Self.field("Message", model.message) { model.message = $0 },
          Self.field("Recipient", model.recipient) { model.recipient = $0 }, sign,
        ])
      section(
        "Transfer",
        [
          Self.field("Receiver", model.receiver) { model.receiver = $0 },
          Self.field("Amount in NEAR", model.amount) { model.amount = $0 }, send, delegate,
        ])
      section(
        "Contract",
        [
          Self.field("Contract", model.contract) { model.contract = $0 },
          Self.field("Function", model.method) { model.method = $0 },
          Self.field("Arguments, as JSON", model.arguments) { model.arguments = $0 }, call,
        ])
    }

    private func section(_ title: String, _ widgets: [Widget]) {
      let box = Box(.column, spacing: 8)
      let label = Label(title)
      label.addStyle("heading")
      label.alignToStart()
      box.add(label)
      for widget in widgets { box.add(widget) }
      content.add(box)
    }

    private static func button(
      _ text: String, style: String? = nil, _ action: @escaping @MainActor () async -> Void
    ) -> Button {
      let button = Button(text)
      if let style { button.addStyle(style) }
      button.onPress = { Task { await action() } }
      return button
    }

    private static func field(
      _ label: String, _ text: String, _ change: @escaping @MainActor (String) -> Void
    ) -> Box {
      let box = Box(.column, spacing: 2)
      let caption = Label(label)
      caption.addStyle("caption")
      caption.addStyle("dim-label")
      caption.alignToStart()
      let entry = Entry(text, label: label)
      entry.onChange = change
      box.add(caption)
      box.add(entry)
      return box
    }
  }
#endif
