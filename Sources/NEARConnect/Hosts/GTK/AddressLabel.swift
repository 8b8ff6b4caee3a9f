#if os(Linux)
  internal import WebKitGTK

  /// The address of a page, in the header of its window: whose page it is stands out.
  @MainActor final class AddressLabel {
    let label = Label(overflow: .cut)

    init() {
      show("")
    }

    func show(_ address: String) {
      label.setParts(Self.parts(address))
      label.tooltip = address
      label.accessibleLabel = "Address: \(address)"
    }

    /// The host in bold, then the path. What is not encrypted says so; a host in letters of another script
    /// is left in the ASCII form it came in, which looks like no other.
    static func parts(_ address: String) -> [Label.Part] {
      guard let parsed = WebAddress(address), parsed.isWeb, let host = parsed.host else {
        return [Label.Part(address.isEmpty || address == "about:blank" ? "Blank page" : address)]
      }
      let port = parsed.port.map { ":\($0)" } ?? ""
      let start = parsed.scheme == "https" ? [] : [Label.Part("Not encrypted: ")]
      let path = parsed.path == "/" ? "" : parsed.path
      return start + [Label.Part(host + port, .bold), Label.Part(path)]
    }
  }
#endif
