// https://developer.apple.com/documentation/webkit/wkwebview/isinspectable
extension WKWebView {
  @available(macOS 13.3, iOS 16.4, *)
  public var isInspectable: Bool {
    get { false }
    set {}
  }
}
