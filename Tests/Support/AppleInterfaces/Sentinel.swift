// Compiled into every checked target. With it, the check fails if the Apple branches of the sources were
// skipped.
#if !APPLE_INTERFACE_CHECK
  #error("Only the interface check compiles this file.")
#endif
#if !os(iOS) && !os(macOS)
  #error("The target is not an Apple platform.")
#endif
#if !canImport(Darwin) || !canImport(SwiftUI) || !canImport(WebKit) || !canImport(Combine) || !canImport(CryptoKit)
  #error("An interface is missing, so the code that uses it is not checked.")
#endif
#if !canImport(Security) || !canImport(os) || !canImport(Dispatch)
  #error("An interface is missing, so the code that uses it is not checked.")
#endif
#if os(iOS) && (!canImport(UIKit) || canImport(AppKit))
  #error("iOS has UIKit, and no AppKit.")
#endif
#if os(macOS) && (!canImport(AppKit) || canImport(UIKit))
  #error("macOS has AppKit, and no UIKit.")
#endif
#if canImport(Glibc) || canImport(FoundationEssentials) || canImport(FoundationNetworking)
  #error("Linux's modules are in reach: their branches are checked in place of Apple's.")
#endif
