// Sentences are independent: a range of them can be shared out over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace crossarc {

// Calls work(begin, end) on pieces of [0, count) from up to `threads` threads. What each piece computes must not depend
// on which thread takes it.
template <class Work>
void parallel_over(std::size_t count, int threads, std::size_t piece, Work&& work) {
    const std::size_t pieces = (count + piece - 1) / piece;
    const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), pieces);
    if (workers <= 1) {
        work(std::size_t{0}, count);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> errors(workers);
    std::vector<std::thread> pool;
    for (std::size_t k = 0; k < workers; ++k) {
        pool.emplace_back([&, k] {
            try {
                for (std::size_t p = next++; p < pieces; p = next++) {
                    work(p * piece, std::min(count, (p + 1) * piece));
                }
            } catch (...) {
                errors[k] = std::current_exception();
            }
        });
    }
    for (std::thread& thread : pool) thread.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

}  // namespace crossarc
