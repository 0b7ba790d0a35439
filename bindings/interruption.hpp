#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <stdexcept>

#include "core/interruption.hpp"

namespace crossarc::bindings {

// When work of a thread is to end, if it is not done by then: for services, whose threads are told of no signals.
inline thread_local std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

struct DeadlinePassed : std::runtime_error {
    DeadlinePassed() : std::runtime_error("it takes too long") {}
};

// Lets long work of the core be ended by signals such as Ctrl-C: the thread that Python called looks for them now and then.
// Threads that are not Python's main thread are told of no signals; they can have a deadline.
class HeardSignals final : private Interruption {
  private:
    // Throws what Python makes of a signal, as a rule KeyboardInterrupt.
    void look() override {
        using namespace std::chrono_literals;
        const auto now = std::chrono::steady_clock::now();
        if (now > deadline) throw DeadlinePassed();
        if (now - last_look_ < 100ms) return;
        last_look_ = now;
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

    std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
    Interruptible guard_{this};
};

// The same for work during which other threads of Python may run. Nothing releases the GIL in any other way.
class WithoutGil {
  private:
    nanobind::gil_scoped_release released_;
    HeardSignals heard_;
};

}  // namespace crossarc::bindings
