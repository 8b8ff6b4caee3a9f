#if os(Linux)
  internal import DoorwardGTKWidgets

  /// Shows the address of a window in its header. A long host name is truncated at its start, because its end
  /// identifies the owner.
  @MainActor final class AddressLabel {
    let label = Label(overflow: .cutStart)

    init() {
      show("")
    }

    func show(_ address: String) {
      label.setParts(Self.parts(address))
      label.tooltip = address
      label.accessibleLabel = "Address: \(address)"
    }

    /// The host, the port if it is not the default port, and a note if the connection is not encrypted. The
    /// path is omitted because the site chooses it. An internationalized host name is shown in its ASCII form,
    /// so that it cannot imitate another name.
    static func parts(_ address: String) -> [Label.Part] {
      guard let parsed = WebAddress(address), parsed.isWeb, let host = parsed.host else {
        return [Label.Part(address.isEmpty || address == "about:blank" ? "Blank page" : address)]
      }
      let port = parsed.port.map { ":\($0)" } ?? ""
      let end = parsed.scheme == "https" ? [] : [Label.Part(" (not encrypted)")]
      return [Label.Part(host + port, .bold)] + end
    }
  }
#endif
