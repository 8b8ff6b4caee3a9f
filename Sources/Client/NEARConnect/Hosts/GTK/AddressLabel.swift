#if os(Linux)
  internal import DoorwardGTKWidgets
  internal import DoorwardTexts

  /// Shows the address of a window in its header. A long host name is truncated at its start, because its end
  /// identifies the owner.
  @MainActor final class AddressLabel {
    let label = Label(overflow: .cutStart)
    private let texts: Texts

    init(texts: Texts) {
      self.texts = texts
      label.keepLeftToRight()
      show("")
    }

    func show(_ address: String) {
      label.setParts(parts(address))
      label.tooltip = address
      label.accessibleLabel = texts.text("windows.wallets.address", ["address": address])
    }

    /// The host, the port if it is not the default port, and a note if the connection is not encrypted. The
    /// path is omitted because the site chooses it. An internationalized host name is shown in its ASCII form,
    /// so that it cannot imitate another name.
    private func parts(_ address: String) -> [Label.Part] {
      guard let parsed = WebAddress(address), parsed.isWeb, let host = parsed.host else {
        let isBlank = address.isEmpty || address == "about:blank"
        return [Label.Part(isBlank ? texts.text("windows.wallets.blankPage") : address)]
      }
      let port = parsed.port.map { ":\($0)" } ?? ""
      let end = parsed.scheme == "https" ? [] : [Label.Part(" \(texts.text("windows.wallets.notEncrypted"))")]
      return [Label.Part(host + port, .bold)] + end
    }
  }
#endif
