#if os(Linux)
  import CDoorwardGTK
  import DoorwardFlow
  import DoorwardGTKWidgets
  import Foundation
  import XCTest

  /// A picture of a window.
  @MainActor struct Photograph {
    private(set) var width = 0
    private(set) var height = 0
    private let pixelWidth: Int
    private let pixelHeight: Int
    /// The pixels as bytes of blue, green, red and alpha.
    let pixels: [UInt8]

    /// Photographs a visible window as soon as it is drawn, and writes the picture to the folder that `GTK_PHOTOGRAPHS` names.
    @discardableResult init(_ window: Window, _ name: String) async throws {
      let widget = window.object.assumingMemoryBound(to: GtkWidget.self)
      let source = gtk_widget_paintable_new(widget)
      defer { g_object_unref(UnsafeMutableRawPointer(source)) }
      let start = ContinuousClock.now
      var drawn: OpaquePointer?
      while true {
        let (width, height) = (
          gdk_paintable_get_intrinsic_width(source), gdk_paintable_get_intrinsic_height(source)
        )
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(source, snapshot, Double(width), Double(height))
        (self.width, self.height, drawn) = (Int(width), Int(height), gtk_snapshot_free_to_node(snapshot))
        guard drawn == nil, ContinuousClock.now - start < .seconds(10) else { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      let node = try XCTUnwrap(drawn, "the window \(name) draws nothing")
      defer { gsk_render_node_unref(node) }
      let renderer = gtk_native_get_renderer(OpaquePointer(window.object))
      let texture = try XCTUnwrap(gsk_renderer_render_texture(renderer, node, nil))
      defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
      if let folder = ProcessInfo.processInfo.environment["GTK_PHOTOGRAPHS"] {
        gdk_texture_save_to_png(texture, "\(folder)/\(name).png")
      }
      (pixelWidth, pixelHeight) = (
        Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))
      )
      var pixels = [UInt8](repeating: 0, count: pixelWidth * pixelHeight * 4)
      pixels.withUnsafeMutableBufferPointer {
        gdk_texture_download(texture, $0.baseAddress, gsize(gdk_texture_get_width(texture)) * 4)
      }
      self.pixels = pixels
    }

    /// The number of different colors, up to a limit. A blank picture has one or two.
    var colors: Int {
      var found: Set<UInt32> = []
      for index in stride(from: 0, to: pixels.count, by: 4) {
        found.insert(
          UInt32(pixels[index]) << 16 | UInt32(pixels[index + 1]) << 8 | UInt32(pixels[index + 2]))
        if found.count > 64 { break }
      }
      return found.count
    }

    /// The number of pixels whose parts differ by less than 40 from those of a color.
    func pixels(near red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
      let isNear = { (part: UInt8, wanted: UInt8) in abs(Int(part) - Int(wanted)) < 40 }
      return stride(from: 0, to: pixels.count, by: 4).count {
        isNear(pixels[$0], blue) && isNear(pixels[$0 + 1], green) && isNear(pixels[$0 + 2], red)
      }
    }

    /// The difference between the brightest and the darkest pixel, from 0 to 1.
    var range: Double {
      var (least, most) = (765, 0)
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let sum = Int(pixels[index]) + Int(pixels[index + 1]) + Int(pixels[index + 2])
        (least, most) = (min(least, sum), max(most, sum))
      }
      return Double(most - least) / 765
    }

    /// The length of the longest horizontal line of one color that has a contrast with the pixels three lines above it. The frame
    /// of the window does not count.
    func longestLine(contrast: Double) -> Int {
      var longest = 0
      for row in 20..<(pixelHeight - 20) {
        var start = 0
        for column in 1...pixelWidth where column == pixelWidth || color(column, row) != color(start, row) {
          let length = column - start
          let isLine =
            length > longest
            && (1...7).allSatisfy {
              let part = start + length * $0 / 8
              return color(part, row).contrast(with: color(part, row - 3)) >= contrast
            }
          if isLine { longest = length }
          start = column
        }
      }
      return longest
    }

    private func color(_ column: Int, _ row: Int) -> ScreenColors.Color {
      let start = (row * pixelWidth + column) * 4
      let part = { (offset: Int) in Double(pixels[start + offset]) / 255 }
      return ScreenColors.Color(red: part(2), green: part(1), blue: part(0))
    }

    /// The brightness of the picture, from 0 to 1.
    var brightness: Double {
      var sum = 0
      for index in stride(from: 0, to: pixels.count, by: 4) {
        sum += Int(pixels[index]) + Int(pixels[index + 1]) + Int(pixels[index + 2])
      }
      return Double(sum) / Double(pixels.count / 4 * 3 * 255)
    }
  }
#endif
